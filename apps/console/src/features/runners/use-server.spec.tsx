/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemInfo } from '@switchyard/contracts';
import { DomStage } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { useServer } from './use-server.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

describe(useServer.name, () => {
  it.each([
    ['https://ci.example/', 'https://ci.example'],
    ['', window.location.origin],
  ])('should name the image of its version, and where runners reach it: %p', async (web_host, address) => {
    stage.server.answer('GET info', rowOf(SystemInfo, { web_host, version: '3.1.4' }));
    const { result } = stage.hook(useServer);
    await stage.settle();
    expect(result()).toEqual({ address, image: 'switchyard/runner:3.1.4' });
  });
});
