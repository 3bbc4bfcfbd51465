import { own } from '@switchyard/contracts';

/** Present names of the tz database, where the data of browsers (CLDR) keeps the name that a zone was first given. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Large cities and common names of zones that the tz database calls by another city. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  UTC: 'GMT Zulu Universal',
  'America/Chicago': 'Dallas Houston Austin Central US/Central',
  'America/Denver': 'Salt Lake City Mountain US/Mountain',
  'America/Los_Angeles': 'San Francisco Seattle San Diego Portland Las Vegas Pacific US/Pacific',
  'America/New_York': 'Boston Washington Miami Atlanta Philadelphia Eastern US/Eastern',
  'America/Sao_Paulo': 'Rio de Janeiro Brasilia Brazil',
  'America/Toronto': 'Montreal Ottawa',
  'Asia/Dubai': 'Abu Dhabi',
  'Asia/Jakarta': 'Bandung',
  'Asia/Jerusalem': 'Tel Aviv',
  'Asia/Karachi': 'Lahore Islamabad',
  'Asia/Kolkata': 'Mumbai Delhi Bengaluru Bangalore Chennai Hyderabad Pune India',
  'Asia/Riyadh': 'Jeddah',
  'Asia/Shanghai': 'Beijing Shenzhen Guangzhou Chongqing China PRC',
  'Asia/Tokyo': 'Osaka Kyoto Japan',
  'Asia/Ho_Chi_Minh': 'Hanoi',
  'Australia/Sydney': 'Canberra',
  'Europe/Amsterdam': 'Rotterdam The Hague',
  'Europe/Berlin': 'Munich München Hamburg Frankfurt Cologne Köln Stuttgart',
  'Europe/Istanbul': 'Ankara Turkey',
  'Europe/London': 'Manchester Edinburgh Birmingham',
  'Europe/Madrid': 'Barcelona',
  'Europe/Moscow': 'Saint Petersburg',
  'Europe/Paris': 'Lyon Marseille',
  'Europe/Rome': 'Milan Milano Turin',
  'Europe/Warsaw': 'Krakow Kraków Gdansk',
  'Europe/Zurich': 'Geneva Basel Bern',
};

export interface ZoneChoice {
  /** Name of the tz database, as it is stored. */
  value: string;
  label: string;
  /** Words that find it: its names, with spaces for underscores, and cities of the zone. */
  words: string;
}

const searched = (text: string): string => text.replaceAll('_', ' ').toLowerCase();

function choiceOf(known: string): ZoneChoice {
  const value = own(RENAMED, known) ?? known;
  return { value, label: value, words: searched(`${value} ${known} ${own(KNOWN_AS, value) ?? ''}`) };
}

/**
 * The zones to choose from, UTC first.
 * @param known names as `Intl` lists them
 */
export function zoneChoices(known: readonly string[]): ZoneChoice[] {
  const zones = known.filter((zone) => zone !== 'UTC').map(choiceOf);
  return [choiceOf('UTC'), ...zones.sort((one, other) => (one.value < other.value ? -1 : 1))];
}

/** Whether a zone is meant by what was typed. */
export const isZoneFound = (typed: string, { words }: Pick<ZoneChoice, 'words'>): boolean =>
  words.includes(searched(typed.trim()));
