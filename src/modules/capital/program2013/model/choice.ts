import { recordTypes } from './entities.ts'

/** The filters of the list of 2013 records, as words in its address. */
export type Choice = { year: string; status: string; type: string }

/** A filter that shows everything. */
export const ALL = 'all'
/** A value of the status filter that lists the properties without a record instead. */
export const NONE = 'none'

/** Returns the type that a word or a number names. Numbers count from 1 in the order of `recordTypes`. */
const parseType = (text: string): string => recordTypes[Number(text) - 1]?.toLowerCase() ?? text.toLowerCase()

/** Reads the filters of an address: numbers or words, where 0 or nothing means all. */
export function getChoice(address: {
  selectedYear?: string
  selectedStatus?: string
  selectedType?: string
}): Choice {
  const read = (text: string | undefined) => (text === undefined || text === '0' ? ALL : text.toLowerCase())
  return {
    year: read(address.selectedYear),
    status: read(address.selectedStatus),
    type: parseType(read(address.selectedType)),
  }
}
