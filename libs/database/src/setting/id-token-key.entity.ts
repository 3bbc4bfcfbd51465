import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A public RSA key as a JSON Web Key (RFC 7517, RFC 7518 section 6.3.1). */
export interface PublicRsaKey {
  kty: 'RSA';
  n: string;
  e: string;
}

/** A key pair that signs ID tokens of tasks. */
@Entity('id_token_key')
export class IdTokenKey {
  /** The thumbprint of its public part (RFC 7638), by which tokens name it. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ type: 'jsonb' })
  publicKey!: PublicRsaKey;

  /** The private part in PEM (PKCS #8), encrypted for `id_token_key:<id>`. */
  @Column({ type: 'text' })
  privateKey!: string;

  /** From when on it signs, until a later one does. It is published before. */
  @Column({ type: 'timestamptz' })
  signsFrom!: Date;
}
