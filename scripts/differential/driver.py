"""Answers questions about expressions and templates with the reference.

Reads one JSON object a line and writes one a line, in the same order:

  {"kind": "symbols", "symbols": {name: {"type": …, "value": …}}}
      -> {"ok": true}
  {"kind": "expression", "text": …}
      -> {"ok": …, "type": …, "value": …, "error": …}
  {"kind": "template", "document": {…}, "directory": …}
      -> {"checked": …, "ok": …, "value": {…}, "error": …}

A value is a text, or a list of values; null is the text "null".
"""

import json
import sys
from itertools import islice
from pathlib import Path

from openjd.cli._common import SUPPORTED_EXTENSIONS
from openjd.expr import ExprProfile, ExprType, ExprValue, HostContext, PathFormat, evaluate_expression
from openjd.model import (
    StepParameterSpaceIterator,
    create_job,
    decode_job_template,
    preprocess_job_parameters,
)

MOST_TASKS = 200
PROFILE = ExprProfile.latest().with_host_context(HostContext.with_rules([]))
symbols = {}


def show(value):
    if str(value.type).startswith("list["):
        return [show(item) for item in value]
    return str(value)


def define(question):
    for name, given in question["symbols"].items():
        symbols[name] = ExprValue(
            given["value"], type=ExprType(given["type"]), path_format=PathFormat.POSIX
        )
    return {"ok": True}


def expression(question):
    value = evaluate_expression(
        question["text"], values=symbols, profile=PROFILE, path_format=PathFormat.POSIX
    )
    return {"ok": True, "type": str(value.type), "value": show(value)}


def parameter_text(value):
    if isinstance(value, list):
        return [parameter_text(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def given_text(given):
    if given.type.name == "RANGE_EXPR":  # kept as written, and canonical where it is used
        return show(evaluate_expression("range_expr(text)", values={"text": ExprValue(given.value)}))
    return parameter_text(given.value)


def tasks(step):
    if step.parameterSpace is None:
        return [{}]
    space = StepParameterSpaceIterator(space=step.parameterSpace)
    return [
        {name: parameter_text(parameter.value) for name, parameter in task.items()}
        for task in islice(space, MOST_TASKS)
    ]


def template(question):
    answer = {"checked": False, "ok": False}
    try:
        decoded = decode_job_template(
            template=question["document"], supported_extensions=SUPPORTED_EXTENSIONS
        )
        answer["checked"] = True
        directory = Path(question["directory"])
        values = preprocess_job_parameters(
            job_template=decoded,
            job_parameter_values={},
            job_template_dir=directory,
            current_working_dir=directory,
        )
        job = create_job(job_template=decoded, job_parameter_values=values)
        answer["value"] = {
            "name": job.name,
            "parameters": {name: given_text(given) for name, given in values.items()},
            "steps": [{"name": step.name, "tasks": tasks(step)} for step in job.steps],
        }
        answer["ok"] = True
    except BaseException as fault:  # a panic of the reference's engine is no Exception
        answer["error"] = f"{type(fault).__name__}: {fault}"
    return answer


ANSWERS = {"symbols": define, "expression": expression, "template": template}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = ANSWERS[asked["kind"]](asked)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:  # a panic of the reference's engine is no Exception
        answer = {"ok": False, "error": f"{type(fault).__name__}: {fault}"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
