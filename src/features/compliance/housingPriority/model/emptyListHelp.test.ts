import { expect, test } from 'vitest'
import { getEmptyListHelp } from './emptyListHelp.ts'

test('the empty list explains why no property certifies, and leads the agency to the properties and a company to a message', () => {
  expect(getEmptyListHelp(true)).toMatchObject({ to: '/Projects', text: expect.stringContaining('schedule') })
  const { label, to, text } = getEmptyListHelp(false)
  expect([label, text]).toEqual(['Ask the agency', expect.stringContaining('which the agency sets up')])
  expect(new URLSearchParams(to.split('?')[1]).get('words')).toContain('housing priority certification')
})
