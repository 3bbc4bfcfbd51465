/** Functions that are used of a package without types. */
declare module 'bcrypt-pbkdf' {
  interface Bcrypt {
    /**
     * Fills `key` with what the passphrase and the salt make, as OpenSSH derives the key of a private key.
     * @param rounds each of which takes some 10 ms
     * @returns 0, or -1 when an argument is of no use
     */
    pbkdf(
      passphrase: Uint8Array,
      passphraseLength: number,
      salt: Uint8Array,
      saltLength: number,
      key: Uint8Array,
      keyLength: number,
      rounds: number,
    ): number;
  }
  const bcrypt: Bcrypt;
  export default bcrypt;
}
