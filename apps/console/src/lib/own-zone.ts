/** The time zone of the reader, as IANA names it. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
