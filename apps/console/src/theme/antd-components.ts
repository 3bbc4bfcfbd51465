import type { ThemeConfig } from 'antd';
import { surface, type Mode } from './palette.js';

type Components = NonNullable<ThemeConfig['components']>;

/** Tokens of what a user types into, chooses from or presses. */
export function controlComponents(mode: Mode): Components {
  const s = surface[mode];
  const light = mode === 'light';
  const field = {
    activeShadow: `0 0 0 1px ${s.accent}`,
    hoverBorderColor: s.controlStrong,
    activeBorderColor: s.accent,
  };
  return {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      dangerColor: light ? '#ffffff' : '#26090b',
      fontWeight: 500,
      paddingInline: 12,
      paddingInlineSM: 9,
      defaultBorderColor: s.control,
      defaultHoverBorderColor: s.controlStrong,
      defaultHoverColor: s.text,
      defaultHoverBg: s.hover,
      defaultActiveBorderColor: s.controlStrong,
      defaultActiveColor: s.text,
      textHoverBg: s.hover,
    },
    Input: { ...field, paddingInline: 10 },
    InputNumber: field,
    Select: {
      optionSelectedBg: s.selected,
      optionSelectedFontWeight: 500,
      hoverBorderColor: s.controlStrong,
      activeBorderColor: s.accent,
      activeOutlineColor: s.accent,
      controlOutlineWidth: 1,
    },
    Checkbox: { colorBorder: s.controlStrong },
    Radio: { colorBorder: s.controlStrong },
    Switch: { colorTextQuaternary: s.controlStrong, colorTextTertiary: s.text3 },
    Segmented: {
      trackBg: light ? '#ededf2' : '#0f0f13',
      trackPadding: 2,
      itemSelectedBg: light ? '#ffffff' : '#2b2b34',
      itemColor: s.text2,
      itemHoverColor: s.text,
      itemSelectedColor: s.text,
      boxShadowTertiary: '0 1px 2px rgba(0,0,0,.1)',
    },
    Form: {
      labelFontSize: 13,
      labelHeight: 20,
      verticalLabelPadding: '0 0 5px',
      itemMarginBottom: 14,
      labelColor: s.text,
    },
  };
}

/** Tokens of what shows things or floats above the page. */
export function surfaceComponents(mode: Mode): Components {
  const s = surface[mode];
  const light = mode === 'light';
  return {
    Tabs: {
      titleFontSize: 13,
      horizontalItemPadding: '10px 0',
      horizontalItemGutter: 24,
      horizontalMargin: '0',
      itemColor: s.text2,
      itemSelectedColor: s.text,
      itemHoverColor: s.text,
      itemActiveColor: s.text,
      inkBarColor: s.accent,
    },
    Modal: { titleFontSize: 15, titleLineHeight: 22 / 15, headerBg: s.raised, contentBg: s.raised, footerBg: s.raised },
    Tooltip: { colorBgSpotlight: light ? '#26242f' : '#34343f', colorTextLightSolid: '#ffffff' },
    Dropdown: { paddingBlock: 6, controlPaddingHorizontal: 10, colorPrimary: s.accent },
    Alert: { defaultPadding: '9px 12px', withDescriptionPadding: '12px 14px' },
    Tag: { defaultBg: light ? '#f0f0f4' : '#26262e', defaultColor: s.text2 },
    Progress: { defaultColor: s.accentSolid, remainingColor: light ? '#e6e6ec' : '#2c2c35' },
    Pagination: { itemActiveBg: s.panel, itemSize: 28 },
    Typography: { titleMarginBottom: 0, titleMarginTop: 0 },
  };
}
