import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const loadList = () => import('./List.tsx')
/** A type in the address: a word or a digit. */
const TYPE_PATTERN = /^(?:[a-z]+|\d)$/i

/**
 * Screens of the 2013 records; the specification has no permission for them (reading B10), so the server
 * checks.
 */
export const screens = [
  screen('/2013/Review/:propertyId', '2013 records of a property', () => import('./PropertyRecords.tsx')),
  screen(facts.open, '2013 record', () => import('./Record.tsx')),
  screen(facts.queue, '2013 records', loadList),
  screen('/2013/List/:selectedYear/:selectedStatus/:selectedType', '2013 records', loadList, {
    patterns: {
      selectedYear: /^(?:\d{1,4}|all)$/i,
      selectedStatus: /^(?:\d|all|none)$/i,
      selectedType: TYPE_PATTERN,
    },
  }),
  screen('/2013/Import', 'Import of 2013 records', () => import('./Import.tsx')),
]
