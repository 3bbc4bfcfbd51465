import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogLabels } from '../../components/log-viewer/index.js';
import { durationText } from '../../lib/duration-text.js';
import { OWN_ZONE } from '../../lib/own-zone.js';
import { useLocale } from '../../lib/use-locale.js';

/** The texts of the log viewer in the reader's language. */
export function useLogLabels(): LogLabels {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const clocks = clocksOf(locale);
    return {
      log: t('log.lines'),
      live: t('log.live'),
      reconnecting: t('log.reconnecting'),
      ...findLabels(t),
      time: t('log.time'),
      timeModes: {
        off: t('log.timeOff'),
        clock: t('log.timeClock'),
        relative: t('log.timeRelative'),
        delta: t('log.timeDelta'),
      },
      zone: t('log.zone'),
      localZone: t('log.localZone', { zone: OWN_ZONE }),
      wrap: t('log.wrap'),
      textSize: t('log.textSize'),
      textSizes: t('log.textSizes', { returnObjects: true }),
      masked: (secret) => (secret === null ? t('log.masked') : t(`log.maskedAs.${secret.kind}`, { ...secret })),
      openLine: t('log.openLine'),
      ...takingLabels(t),
      following: t('log.following'),
      follow: t('log.follow'),
      newLines: (count) => t('log.newLines', { count }),
      linkCopied: t('log.linkCopied'),
      openSection: (name) => t('log.openSection', { name }),
      closeSection: (name) => t('log.closeSection', { name }),
      showAll: (characters) => t('log.showAll', { characters: characters.toLocaleString(locale) }),
      counts: (state, count) => t(`log.counts.${state}`, { count }),
      failures: (count) => t('log.failures', { count }),
      line: (line) => t('log.line', { line }),
      silence: (duration) => t('log.silence', { duration }),
      copied: t('log.copied'),
      copyTooLarge: t('log.copyTooLarge'),
      empty: t('log.empty'),
      waiting: t('log.waiting'),
      loadFailed: t('log.loadFailed'),
      retry: t('log.retry'),
      phases: t('log.phases', { returnObjects: true }),
      phaseStates: t('log.phaseStates', { returnObjects: true }),
      clock: (time, zone) => clocks(zone).format(time),
      duration: (ms) => durationText(ms, locale),
    };
  }, [t, locale]);
}

/** Formats of the time of day, one for each zone that is wanted. */
function clocksOf(locale: string): (zone: string | undefined) => Intl.DateTimeFormat {
  const clocks = new Map<string | undefined, Intl.DateTimeFormat>();
  return (zone) => {
    const known = clocks.get(zone);
    const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false } as const;
    const clock = known ?? new Intl.DateTimeFormat(locale, { ...parts, ...(zone !== undefined && { timeZone: zone }) });
    clocks.set(zone, clock);
    return clock;
  };
}

const takingLabels = (t: TFunction) =>
  ({
    download: t('log.download'),
    downloadColoured: t('log.downloadColoured'),
    more: t('common.more'),
    copyAll: t('log.copyAll'),
    copyCommand: t('log.copyCommand'),
    commandCopied: t('log.commandCopied'),
    copyFailed: (message) => t('log.copyFailed', { message }),
  }) satisfies Partial<LogLabels>;

const findLabels = (t: TFunction) =>
  ({
    find: t('log.find'),
    findPlaceholder: t('log.findPlaceholder'),
    hitOf: (current, total) => t('log.hitOf', { current, total }),
    noHits: t('log.noHits'),
    searchFaults: { invalid: t('log.invalidQuery'), costly: t('log.costlyQuery'), busy: t('log.searchFailed') },
    searching: t('log.searching'),
    searchedTo: (count, lines) => t('log.searchedTo', { hits: count, lines }),
    nextHit: t('log.nextHit'),
    previousHit: t('log.previousHit'),
    matchCase: t('log.matchCase'),
    regex: t('log.regex'),
    onlyMatches: t('log.onlyMatches'),
    contextLines: (lines) => t('log.contextLines', { count: lines }),
    invert: t('log.invert'),
    level: t('log.level'),
    levels: t('log.levels', { returnObjects: true }),
    closeFind: t('log.closeFind'),
    enterKey: t('log.enterKey'),
    shiftEnterKey: t('log.shiftEnterKey'),
    next: t('log.next'),
    previous: t('log.previous'),
  }) satisfies Partial<LogLabels>;
