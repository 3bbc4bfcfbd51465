/** OpenSSH refuses a private key with Windows line ends or without a last line end, as browsers often paste it. */
export function withUnixLines(text: string): string {
  return `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;
}
