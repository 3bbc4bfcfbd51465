import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BillingProject, tierOf } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { type Shown, Stage } from '../../components/testing/shown.js';
import { centsOf, TierCard } from './tier-card.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const show = (id: string, billing: Partial<BillingProject>, annual = false, busy = false): Shown =>
  stage.show(
    <TierCard
      tier={tierOf(id)}
      annual={annual}
      busy={busy}
      billing={rowOf(BillingProject, { plan: 'free', ...billing })}
      onAct={() => undefined}
    />,
  );

describe('the card of a tier', () => {
  it('should mark the one that the project has', () => {
    expect(show('medium', { plan: 'medium' }).html).toContain('data-own="true"');
    expect(show('starter', { plan: 'medium' }).html).toContain('data-own="false"');
  });

  it('should give the price of the period that is chosen', () => {
    expect(show('pro4', {}).text).toContain('49');
    expect(show('pro4', {}, true).text).toContain('490');
  });

  it('should name what is unlimited rather than leave it out', () => {
    expect(show('enterprise', {}).text.match(/unlimited/gi)).toHaveLength(2);
  });

  it('should hold users alone where it is a licence', () => {
    const { text } = show('pro10', { type: 'premium' });
    expect(text).toContain('10');
    expect(text).not.toMatch(/cache|minutes/i);
  });

  it('should promise nothing of the console itself where a subscription has no licence', () => {
    expect(show('starter', { type: 'premium' }).html).not.toContain('bi-contents');
  });

  it('should have no button for the free tier, and one that waits while another is pressed', () => {
    expect(show('free', { plan: 'medium' }).buttons).toEqual([]);
    expect(show('starter', {}, false, true).html).toContain('disabled=""');
  });
});

describe(centsOf.name, () => {
  it.each([
    [0.1 + 0.2, 30],
    [19.99, 1_999],
    [1.005, 100],
  ])('should round %d dollars to %i cents', (dollars, cents) => {
    expect(centsOf(dollars)).toBe(cents);
  });
});
