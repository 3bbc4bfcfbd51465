/**
 * An array parameter whose value is not known when the statement is planned. PostgreSQL plans a prepared statement again for each execution where
 * a plan for its values seems cheaper (documentation, PREPARE), and an array of one item always does, so that planning costs more than running.
 * @param place number of the parameter, from 1
 */
const givenArray = (place: number, type: string): string => `(select $${place}::${type}[])`;

/** Several of them, as arguments of `unnest`. */
export const givenArrays = (...arrays: readonly [place: number, type: string][]): string =>
  arrays.map(([place, type]) => givenArray(place, type)).join(', ');
