import jsqr from 'jsqr';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';

/** Seconds of one step (RFC 6238). */
const STEP = 30;

/** An authenticator app that has scanned the picture on the page. */
export interface Authenticator {
  /** The code of the present step, or of a later one. */
  code: (stepsLater?: number) => string;
}

/** Reads the QR code on the page. Rejects when the picture holds none. */
export async function scan(page: Page): Promise<Authenticator> {
  const picture = page.getByRole('img', { name: 'QR code' });
  await picture.waitFor();
  const { bytes, width, height } = await picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const bytes = Array.from(pixels.data, (byte) => String.fromCharCode(byte)).join('');
    return { bytes: btoa(bytes), width: pixels.width, height: pixels.height };
  });
  const read = jsqr.default(Uint8ClampedArray.from(Buffer.from(bytes, 'base64')), width, height);
  const secret = new URL(read?.data ?? 'otpauth://none').searchParams.get('secret');
  if (secret === null) {
    throw new Error('the picture holds no authenticator secret');
  }
  return {
    code: (stepsLater = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsLater * STEP }),
  };
}
