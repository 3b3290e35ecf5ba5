import { recordTypes } from './entities.ts'

/** What the list of 2013 records is chosen by; the words in its address. */
export type Choice = { year: string; status: string; type: string }

export const ALL = 'all'
/** In the place of a status: properties that have no record. */
export const NONE = 'none'

/** A type by its word or its number, from 1 on in the order in which records are drawn up. */
const typeNamed = (text: string): string => recordTypes[Number(text) - 1]?.toLowerCase() ?? text.toLowerCase()

/** What an address chooses: numbers or words, 0 or nothing for all. */
export function getChoice(address: {
  selectedYear?: string
  selectedStatus?: string
  selectedType?: string
}): Choice {
  const read = (text: string | undefined) => (text === undefined || text === '0' ? ALL : text.toLowerCase())
  return {
    year: read(address.selectedYear),
    status: read(address.selectedStatus),
    type: typeNamed(read(address.selectedType)),
  }
}
