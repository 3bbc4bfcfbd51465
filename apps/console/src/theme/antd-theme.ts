import { theme as antdTheme, type ThemeConfig } from 'antd';
import { controlComponents, surfaceComponents } from './antd-components.js';
import { fontMono, fontText, surface, tone, type Mode } from './palette.js';

type Tokens = NonNullable<ThemeConfig['token']>;

const typeTokens: Tokens = {
  fontFamily: fontText,
  fontFamilyCode: fontMono,
  fontSize: 13,
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontSizeHeading1: 24,
  fontSizeHeading2: 20,
  fontSizeHeading3: 17,
  fontSizeHeading4: 15,
  fontSizeHeading5: 13,
  lineHeight: 20 / 13,
  lineHeightSM: 18 / 12,
  lineHeightLG: 22 / 14,
  fontWeightStrong: 600,
  controlHeight: 32,
  controlHeightSM: 26,
  controlHeightLG: 38,
  borderRadius: 6,
  borderRadiusSM: 5,
  borderRadiusLG: 8,
  borderRadiusXS: 3,
  wireframe: false,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.14s',
  motionDurationSlow: '0.2s',
};

function seedTokens(mode: Mode) {
  const s = surface[mode];
  const t = tone[mode];
  return {
    colorPrimary: s.accentSolid,
    colorLink: s.accent,
    colorSuccess: t.green.fg,
    colorWarning: t.gold.fg,
    colorError: t.red.fg,
    colorInfo: t.blue.fg,
    colorBgBase: s.panel,
  };
}

function toneTokens(mode: Mode): Tokens {
  const s = surface[mode];
  const t = tone[mode];
  return {
    colorPrimaryHover: s.accentHover,
    colorPrimaryActive: s.accentActive,
    colorPrimaryBg: s.selected,
    colorPrimaryBgHover: s.selected,
    colorPrimaryBorder: s.accent, // rings around what has the focus: 3:1 beside the page (WCAG 2.2, 1.4.11)
    colorPrimaryText: s.accent,
    colorPrimaryTextHover: s.accent,
    colorLinkHover: mode === 'light' ? s.accentHover : '#c3bafc',
    colorLinkActive: s.accent,
    colorSuccessBg: t.green.bg,
    colorSuccessBorder: t.green.line,
    colorWarningBg: t.gold.bg,
    colorWarningBorder: t.gold.line,
    colorErrorText: t.red.fg,
    colorErrorBg: t.red.bg,
    colorErrorBorder: t.red.line,
    colorErrorHover: t.red.fg,
    colorInfoBg: t.blue.bg,
    colorInfoBorder: t.blue.line,
  };
}

function surfaceTokens(mode: Mode): Tokens {
  const s = surface[mode];
  return {
    colorText: s.text,
    colorTextSecondary: s.text2,
    colorTextTertiary: s.text3,
    colorTextQuaternary: s.disabled,
    colorTextPlaceholder: s.text3,
    colorTextDescription: s.text2,
    colorTextHeading: s.text,
    colorTextDisabled: s.disabled,
    colorIcon: s.text2,
    colorIconHover: s.text,
    colorBgLayout: s.ground,
    colorBgContainer: s.panel,
    colorBgElevated: s.raised,
    colorBgMask: s.mask,
    colorBgTextHover: s.hover,
    colorBgTextActive: s.hover,
    colorBgContainerDisabled: s.sunken,
    colorFillAlter: s.sunken,
    colorFillQuaternary: s.sunken,
    colorBorder: s.control,
    colorBorderDisabled: s.line,
    colorBorderSecondary: s.line,
    colorSplit: s.line,
    controlItemBgHover: s.hover,
    controlItemBgActive: s.selected,
    controlItemBgActiveHover: s.selected,
    controlOutline: 'transparent',
    controlOutlineWidth: 0,
  };
}

/** A shadow alone is invisible in the dark, so it gets a one-pixel ring there. */
function shadowTokens(mode: Mode): Tokens {
  if (mode === 'light') {
    return {
      boxShadow: '0 12px 32px rgba(24,22,40,.14), 0 2px 6px rgba(24,22,40,.06)',
      boxShadowSecondary: '0 8px 24px rgba(24,22,40,.12), 0 0 0 1px rgba(24,22,40,.06)',
      boxShadowTertiary: 'none',
    };
  }
  return {
    boxShadow: '0 16px 40px rgba(0,0,0,.55), 0 0 0 1px #2d2d36',
    boxShadowSecondary: '0 12px 32px rgba(0,0,0,.5), 0 0 0 1px #30303a',
    boxShadowTertiary: 'none',
  };
}

/**
 * The AntD theme of one mode. AntD derives seed colours (primary, success, error …) again in its dark algorithm, so they
 * are set as map tokens as well: the palette's colours are the colours on the screen.
 */
export function themeConfig(mode: Mode): ThemeConfig {
  const algorithm = mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm;
  const seeds = seedTokens(mode);
  return {
    algorithm: (seed, map) => ({ ...algorithm(seed, map), ...seeds }),
    token: { ...typeTokens, ...seeds, ...toneTokens(mode), ...surfaceTokens(mode), ...shadowTokens(mode) },
    components: { ...controlComponents(mode), ...surfaceComponents(mode) },
  };
}
