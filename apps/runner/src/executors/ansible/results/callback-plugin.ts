/** Name of the plugin's file and of the variable that holds its output path. */
export const CALLBACK_FILE = 'switchyard_results.py';
export const RESULTS_VARIABLE = 'SWITCHYARD_RESULTS_FILE';

/**
 * Callback plugin that writes what happens as JSON lines to a private file, whatever the playbook prints. It needs not
 * be enabled, works with ansible-core 2.9 and later, and never fails a run: what it cannot write is lost.
 *
 * ```
 *   {"event": "play",  "time": 1700000000.0}
 *   {"event": "error", "host": "web", "task": "Copy", "error": "no space"}
 *   {"event": "stats", "time": 1700000000.0, "hosts": {"web": {"ok": 1, …}}}
 *   {"event": "outputs", "values": {"version": "1.4.2"}, "secret": []}
 * ```
 *
 * A failure that is ignored, or that a `rescue` takes care of, is no error. Of a loop each failed item is one. What
 * `no_log` hides stays hidden. Outputs are what `set_stats` has set for the whole run; those of a task with `no_log` are secret.
 */
export const CALLBACK_PLUGIN = `from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = """
    name: switchyard_results
    type: notification
    short_description: writes results as JSON lines to a private file
    description: writes results as JSON lines to a private file
"""

import json
import os
import time

from ansible.plugins.callback import CallbackBase

MAX_TEXT = 8000
MAX_ERRORS = 2000


def contains(items, node):
    return any(getattr(item, "_uuid", None) == getattr(node, "_uuid", "") for item in items or [])


def is_rescued(task):
    node, parent = task, getattr(task, "_parent", None)
    while parent is not None:
        if getattr(parent, "rescue", None) and contains(parent.block, node):
            return True
        node, parent = parent, getattr(parent, "_parent", None)
    return False


def message(result):
    parts = [result.get("msg"), result.get("reason"), result.get("stderr") or result.get("module_stderr")]
    if not result.get("stderr"):
        parts.append(result.get("stdout") or result.get("module_stdout"))
    texts = [part if isinstance(part, str) else json.dumps(part, default=str) for part in parts if part]
    return "\\n".join(texts)[:MAX_TEXT] or "failed without a message"


def is_hidden(task, outcome):
    return bool(getattr(task, "no_log", False) or outcome.get("_ansible_no_log") or "censored" in outcome)


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "notification"
    CALLBACK_NAME = "switchyard_results"
    CALLBACK_NEEDS_ENABLED = False
    CALLBACK_NEEDS_WHITELIST = False

    def __init__(self, *args, **kwargs):
        super(CallbackModule, self).__init__(*args, **kwargs)
        self.errors = 0
        self.secret = set()
        path = os.environ.pop("${RESULTS_VARIABLE}", None)
        self.file = open(path, "a") if path else None

    def write(self, **event):
        try:
            if self.file:
                self.file.write(json.dumps(event, default=str) + "\\n")
                self.file.flush()
        except Exception:
            self.file = None

    def error(self, result, text):
        self.errors += 1
        if self.errors > MAX_ERRORS:
            return
        host = result._host.get_name()
        delegate = getattr(result._task, "delegate_to", None)
        name = "%s -> %s" % (host, delegate) if delegate and delegate != host else host
        self.write(event="error", host=name, task=result._task.get_name().strip(), error=text)

    def v2_playbook_on_play_start(self, play):
        self.write(event="play", time=time.time())

    def v2_runner_on_failed(self, result, ignore_errors=False):
        if ignore_errors or is_rescued(result._task):
            return
        outcome = result._result
        if is_hidden(result._task, outcome):
            self.error(result, "the output is hidden by no_log")
            return
        failed = [item for item in outcome.get("results") or [] if isinstance(item, dict) and item.get("failed")]
        for item in failed:
            label = item.get("_ansible_item_label", item.get("item", ""))
            self.error(result, "(item=%s) %s" % (label, message(item)))
        if not failed:
            self.error(result, message(outcome))

    def v2_runner_on_ok(self, result):
        task = result._task
        if str(getattr(task, "action", "")).split(".")[-1] != "set_stats" or not is_hidden(task, result._result):
            return
        data = task.args.get("data")
        self.secret.update(str(name) for name in data) if isinstance(data, dict) else self.secret.add("*")

    def v2_playbook_on_stats(self, stats):
        hosts = {}
        for host in stats.processed:
            summary = stats.summarize(host)
            hosts[host] = {
                "ok": summary.get("ok", 0),
                "changed": summary.get("changed", 0),
                "unreachable": summary.get("unreachable", 0),
                "failed": summary.get("failures", 0),
                "skipped": summary.get("skipped", 0),
                "rescued": summary.get("rescued", 0),
                "ignored": summary.get("ignored", 0),
            }
        self.write(event="stats", time=time.time(), hosts=hosts, errors=self.errors)
        values = (getattr(stats, "custom", None) or {}).get("_run") or {}
        if values:
            self.write(event="outputs", values=values, secret=sorted(self.secret))
`;
