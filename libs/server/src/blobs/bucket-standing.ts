import { z } from 'zod';

/** The object that names the owner of the keys beside it. */
export const OWNER_MARKER = 'owner.json';

const Marker = z.object({ identity: z.string(), token: z.string(), database: z.string().nullable() });

/** Content of the marker. */
export type OwnerMarker = z.infer<typeof Marker>;

/** Facts that a database knows about itself. */
export interface Claimant {
  identity: string;
  /** Tokens that it has written into the marker. */
  tokens: readonly string[];
  /** The marker was seen with one of them. */
  isClaimed: boolean;
  /** Which database it is; null = unknown. */
  database: string | null;
}

/**
 * `own`: nobody but this database wrote the marker. `unclaimed`: nobody did. `gone`: this database did, and it is not there any more.
 * `moved`: this database did, on another server or under another number. `other`: another database did.
 */
export type Standing = 'own' | 'unclaimed' | 'gone' | 'moved' | 'other';

/** @param text content of the marker; undefined = there is none */
export function standingOf(text: string | undefined, { identity, tokens, isClaimed, database }: Claimant): Standing {
  if (text === undefined) {
    return isClaimed ? 'gone' : 'unclaimed';
  }
  const marker = parsed(text);
  if (marker?.identity !== identity || !tokens.includes(marker.token)) {
    return 'other';
  }
  const isElsewhere = marker.database !== null && database !== null && marker.database !== database;
  return isElsewhere ? 'moved' : 'own';
}

function parsed(text: string): OwnerMarker | undefined {
  try {
    return Marker.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The marker, with a word for who finds it in the bucket. */
export const markerText = (marker: OwnerMarker): string =>
  `${JSON.stringify(
    {
      about: 'The objects beside this one belong to an installation of Switchyard. Do not change or remove them.',
      ...marker,
      written: new Date().toISOString(),
    },
    null,
    2,
  )}\n`;
