import { BlobStoreAwayError } from './blob-store.js';

interface Fault {
  statusCode?: unknown;
  code?: unknown;
  message?: unknown;
  cause?: unknown;
}

const ABOUT = 'SWITCHYARD_BLOB_URL';
const KEYS = /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|AuthorizationQueryParametersError)$/;
const REGION =
  /^(AuthorizationHeaderMalformed|PermanentRedirect|UnexpectedRedirect|IllegalLocationConstraintException)$/;
const TOO_MANY = 429;
const NOT_IMPLEMENTED = 501;

/** There is no such object, in a bucket that is there. */
export const isMissing = (error: unknown): boolean => {
  const { statusCode, code } = Object(error) as Fault;
  return statusCode === 404 && code === 'NoSuchKey';
};

/**
 * Error of an S3 call, for a person at the server. @param doing the action that was tried, such as "read from" */
export function awayError(error: unknown, bucket: string, doing: string): BlobStoreAwayError {
  const fault = Object(error) as Fault;
  const { statusCode } = fault;
  if (typeof statusCode !== 'number') {
    return new BlobStoreAwayError(
      `The server of the bucket ${bucket} (${ABOUT}) cannot be reached: ${reasonOf(fault)}`,
      true,
      {
        cause: error,
      },
    );
  }
  const isPassing = (statusCode >= 500 && statusCode !== NOT_IMPLEMENTED) || statusCode === TOO_MANY;
  return new BlobStoreAwayError(
    `${sentenceOf(fault, bucket, doing)} (${statusCode} ${String(fault.code)})`,
    isPassing,
    {
      cause: error,
    },
  );
}

function sentenceOf({ statusCode, code }: Fault, bucket: string, doing: string): string {
  if (code === 'NoSuchBucket') {
    return `There is no bucket ${bucket}: make it, or correct ${ABOUT}`;
  }
  if (KEYS.test(String(code))) {
    return `The bucket ${bucket} does not accept the keys of ${ABOUT}`;
  }
  if (REGION.test(String(code))) {
    return `The bucket ${bucket} is in another region: name it in ${ABOUT} with ?region=`;
  }
  if (statusCode === 401 || statusCode === 403) {
    return `The keys of ${ABOUT} may not ${doing} the bucket ${bucket}`;
  }
  return `It was not possible to ${doing} the bucket ${bucket} of ${ABOUT}`;
}

/** Of a failed connection the reason stands in its cause. */
function reasonOf({ message, cause }: Fault): string {
  const inner = Object(cause) as { code?: unknown; message?: unknown };
  return String(inner.code ?? inner.message ?? message);
}
