import { expect, test } from 'vitest'
import { parseFilters } from './choice.ts'

test.each([
  [{}, { year: 'all', status: 'all', type: 'all' }],
  [
    { selectedYear: '2026', selectedStatus: '2', selectedType: '3' },
    { year: '2026', status: '2', type: 'firm' },
  ],
  [
    { selectedYear: '0', selectedStatus: '0', selectedType: '0' },
    { year: 'all', status: 'all', type: 'all' },
  ],
  [
    { selectedYear: 'All', selectedStatus: 'None', selectedType: 'Initial' },
    { year: 'all', status: 'none', type: 'initial' },
  ],
])('client 7: the address of /2013/List accepts numbers and words: %j', (address, choice) => {
  expect(parseFilters(address)).toEqual(choice)
})
