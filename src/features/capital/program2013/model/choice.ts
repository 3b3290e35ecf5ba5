import { recordTypes } from './entities.ts'

/** The filters of the list of 2013 records, as words in its address. */
export type ListFilters = { year: string; status: string; type: string }

/** A filter that shows everything. */
export const ALL_RECORDS = 'all'
/** A value of the status filter that lists the properties without a record instead. */
export const NO_RECORD = 'none'

/** Returns the type that a word or a number names. Numbers count from 1 in the order of `recordTypes`. */
const parseType = (text: string): string => recordTypes[Number(text) - 1]?.toLowerCase() ?? text.toLowerCase()

/** Reads the filters of an address: numbers or words, where 0 or nothing means all. */
export function parseFilters(address: {
  selectedYear?: string
  selectedStatus?: string
  selectedType?: string
}): ListFilters {
  const read = (text: string | undefined) =>
    text === undefined || text === '0' ? ALL_RECORDS : text.toLowerCase()
  return {
    year: read(address.selectedYear),
    status: read(address.selectedStatus),
    type: parseType(read(address.selectedType)),
  }
}
