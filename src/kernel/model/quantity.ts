/** A figure that several screens show: what it means, so that everybody who shows it says and counts the same. */
export type Quantity = {
  /** Its name as screens print it. */
  name: string
  /** What is counted, in one sentence. */
  definition: string
  unit: string
  /** Of which records it is. */
  population: string
  /** The day it holds on. */
  asOf: string
}
