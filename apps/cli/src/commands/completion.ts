import type { Command, Option } from 'commander';
import type { Registry } from './register.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A command with the words that may follow it. */
interface Words {
  /** Words that lead to it, such as `tasks show`; empty = the program. */
  path: string;
  commands: { name: string; summary: string }[];
  options: string[];
}

/** `completion`: a script for the shell, made from the commands themselves. */
export function addCompletion({ program, terminal }: Registry): void {
  program
    .command('completion')
    .description('Write the completion script of a shell')
    .argument('<shell>', SHELLS.join(', '))
    .addHelpText('after', '\nbash, for instance: switchyard completion bash > /etc/bash_completion.d/switchyard')
    .action((shell: string, _: unknown, command: Command) => {
      const known = SHELLS.find((each) => each === shell) ?? command.error(`"${shell}" is no shell that is known`);
      terminal.stdout.write(WRITERS[known](wordsOf(program, [])));
    });
}

function wordsOf(command: Command, path: readonly string[]): Words[] {
  const shared = path.length === 0 ? [] : (rootOf(command).options as Option[]);
  const own: Words = {
    path: path.join(' '),
    commands: command.commands.map((each) => ({ name: each.name(), summary: each.description() })),
    options: [...command.options, ...shared].flatMap(({ long }) => (long ? [long] : [])),
  };
  return [own, ...command.commands.flatMap((each) => wordsOf(each, [...path, each.name()]))];
}

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

const WRITERS: Readonly<Record<Shell, (words: readonly Words[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Cases of a shell's `case` that print the words after a path. */
const cases = (words: readonly Words[]): string =>
  words
    .map(({ path, commands, options }) => {
      const following = [...commands.map(({ name }) => name), ...options].join(' ');
      return `    "${path}") words="${following}" ;;\n`;
    })
    .join('');

/** Reads the words before the cursor that name a command into `path`. */
const READ_PATH = (first: number, list: string): string => `  local path="" word next
  for word in "\${${list}:${first}:$((count - ${first}))}"; do
    case "$word" in -*) continue ;; esac
    next="\${path:+$path }$word"
    case " $paths " in *"|$next|"*) path="$next" ;; esac
  done
`;

const pathsOf = (words: readonly Words[]): string => words.map(({ path }) => `|${path}|`).join('');

function bashScript(words: readonly Words[]): string {
  return `_switchyard() {
  local paths="${pathsOf(words)}" count=$COMP_CWORD words=""
${READ_PATH(1, 'COMP_WORDS[@]')}  case "$path" in
${cases(words)}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _switchyard switchyard
`;
}

function zshScript(words: readonly Words[]): string {
  return `#compdef switchyard
_switchyard() {
  emulate -L zsh
  local paths="${pathsOf(words)}" path_="" word next words_=""
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] && continue
    next="\${path_:+$path_ }$word"
    [[ "$paths" == *"|$next|"* ]] && path_="$next"
  done
  case "$path_" in
${cases(words).replaceAll('words=', 'words_=')}  esac
  compadd -- \${=words_}
}
compdef _switchyard switchyard
`;
}

function fishScript(words: readonly Words[]): string {
  const lines = words.flatMap(({ path, commands, options }) => {
    const seen = path.split(' ').filter(Boolean);
    const when = [
      ...seen.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`] : []),
    ].join('; and ');
    const condition = when === '' ? '' : ` -n '${when}'`;
    return [
      ...commands.map(({ name, summary }) => `complete -c switchyard${condition} -a ${name} -d '${quoted(summary)}'`),
      ...options.map((option) => `complete -c switchyard${condition} -l ${option.slice(2)}`),
    ];
  });
  return ['complete -c switchyard -f', ...new Set(lines), ''].join('\n');
}

const quoted = (text: string): string => text.replaceAll("'", "\\'");
