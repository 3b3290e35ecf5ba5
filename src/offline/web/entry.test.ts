import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeWaiting, type Entry, getNextEntry, isFinalRefusal, toEntry } from './entry.ts'

const buildEntry = (key: string, subject: string, rejected = false): Entry => ({
  key,
  subject,
  kind: 'test',
  group: 'test',
  label: key,
  at: '2026-10-06T15:00:00Z',
  params: {},
  body: {},
  files: [],
  ...(rejected ? { rejection: { status: 409, message: 'Changed meanwhile.' } } : {}),
})

/** The name of the rejection in entries stored before it was renamed. */
const EARLIER_NAME = 'held'

const anyEntries = fc.array(fc.record({ subject: fc.constantFrom('a', 'b', 'c'), refused: fc.boolean() }), {
  maxLength: 20,
})

test('entries are sent in order; a rejected one blocks only later ones about the same subject', () => {
  fc.assert(
    fc.property(anyEntries, (created) => {
      let waiting = created.map(({ subject }, index) => buildEntry(String(index), subject))
      const tried: number[] = []
      for (let next = getNextEntry(waiting); next; next = getNextEntry(waiting)) {
        const { key } = next
        tried.push(Number(key))
        waiting = created[Number(key)]!.refused
          ? waiting.map((item) => (item.key === key ? buildEntry(key, item.subject, true) : item))
          : waiting.filter((entry) => entry.key !== key)
      }
      expect(tried).toEqual(tried.toSorted((number, other) => number - other))
      const first = (subject: string) => created.findIndex((item) => item.subject === subject && item.refused)
      const expected = created.flatMap(({ subject }, index) =>
        first(subject) < 0 || index <= first(subject) ? [index] : [],
      )
      expect(tried).toEqual(expected)
    }),
  )
})

test('a rejected entry stored under the earlier name is still rejected', () => {
  const rejected = buildEntry('1', 'a', true)
  const earlier = { ...buildEntry('1', 'a'), [EARLIER_NAME]: rejected.rejection! }
  expect(toEntry(earlier)).toEqual(rejected)
  expect(toEntry(rejected)).toEqual(rejected)
  expect(toEntry(buildEntry('2', 'a'))).toEqual(buildEntry('2', 'a'))
  expect(getNextEntry([toEntry(earlier)])).toBeNull()
})

test('waiting entries and photos are counted in words; only lasting refusals are final', () => {
  const photo = { files: [{ id: '1', name: 'a.jpg', type: 'image/jpeg' }] }
  expect(describeWaiting([buildEntry('1', 'a'), photo, photo, buildEntry('2', 'a')])).toBe(
    '2 entries and 2 photos',
  )
  expect(describeWaiting([photo])).toBe('1 photo')
  expect([0, 401, 429, 503, 507].filter(isFinalRefusal)).toEqual([])
  expect([400, 403, 404, 409, 422].every(isFinalRefusal)).toBe(true)
})
