/** Why a request was not served, whatever its route. */
export const REQUEST_PROBLEMS = {
  /** The answer has `issues`, and its sentence joins theirs. */
  invalid_request: 'The request is not valid',
  /** Without a more exact reason: 401. */
  not_signed_in: 'You are not signed in, or the credentials are wrong',
  /** 403, and the 401 of account routes, as existing clients expect. */
  not_allowed: 'You may not do this',
  /** 404 */
  not_found: 'This does not exist, or not for you',
  /** 405 */
  method_not_allowed: 'This address takes {{methods}} only',
  path_id: 'An id in the address must be a number',
  /** The message of the HTTP library. */
  request_refused: '{{reason}}',
  /** `id` stands in the log of the server beside the cause. */
  unexpected: 'Unexpected error, id {{id}}',

  body_too_large: 'The body is larger than {{size}}',
  body_incomplete: 'The body did not arrive whole',
  body_not_utf8: 'The body is not valid UTF-8',
  body_json: 'The body {{fault}}',
  bodies_of_sender: 'Too many large bodies at once, send them one after the other',
  bodies_of_all: 'Too many bodies are being received, try again',
  address_encoding: 'The address is not percent-encoded UTF-8',
  address_too_long: 'The address is longer than {{max}} characters',
  address_nul: 'The address must not contain the NUL character',
  query_members: 'The query has more than {{max}} members',
  head_too_large: 'The head of the request is too large',
  request_too_slow: 'The request did not arrive in time',
  no_request: 'What was sent is no HTTP request',
  too_often: 'Too many tries: wait a minute and try again',
  too_many_requests: 'Too many requests at the same time: wait for the answers to earlier ones',
  project_id_number: 'The project id must be a number',
  idempotency_key: 'Idempotency-Key: must be 1 to 255 visible ASCII characters',
  idempotency_key_used: 'Idempotency-Key: was used for another launch',

  value_exists: 'Something with the same name or value exists already',
  reference_broken: 'It is still in use, or it refers to something that does not exist',
  number_range: 'A number is out of range',
  text_not_storable: 'A text holds a character that cannot be stored',
  changed_meanwhile: 'Somebody else changes the same at this moment, try again',
  database_away: 'The database is not available, try again',
  blob_store_away: 'The store of large objects is not available, try again',
} as const;
