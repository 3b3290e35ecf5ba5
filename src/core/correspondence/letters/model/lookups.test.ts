import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LetterIdentifiers, type LetterLookups, loadLetterParts } from './lookups.ts'

/** Returns lookups that record in `notes` when each begins and ends. */
function buildRecordingLookups(): { notes: string[]; lookups: LetterLookups } {
  const notes: string[] = []
  const lookup =
    <Answer>(name: string, answer: Answer) =>
    async (id: number) => {
      notes.push(`${name} ${id}`)
      await Promise.resolve()
      notes.push(`${name} answered`)
      return answer
    }
  return {
    notes,
    lookups: {
      contact: lookup('contact', {
        name: 'Ann',
        address1: '1 Elm',
        city: 'Joplin',
        state: 'MO',
        zip: '64801',
      }),
      project: lookup('project', { propertyName: 'Oak Hill', propertyNumber: '12-345' }),
      managementCompany: lookup('company', { mgmtcoName: 'Cornerstone', name: 'other', mgmtcoZip: '65801' }),
    },
  }
}

const loadStarts = async (ids: LetterIdentifiers): Promise<string[]> => {
  const { notes, lookups } = buildRecordingLookups()
  await loadLetterParts(ids, lookups)
  return notes.filter((note) => !note.endsWith('answered'))
}

test('LET-31 contact, project and management company are looked up one after another', async () => {
  const { notes, lookups } = buildRecordingLookups()
  await loadLetterParts({ managementCompanyId: 3, projectId: 2, contactId: 1 }, lookups)
  expect(notes).toEqual([
    'contact 1',
    'contact answered',
    'project 2',
    'project answered',
    'company 3',
    'company answered',
  ])
})

test('LET-31 the answers of the lookups become the parts of the letter', async () => {
  const { lookups } = buildRecordingLookups()
  const parts = await loadLetterParts({ contactId: 1, projectId: 2, managementCompanyId: 3 }, lookups)
  expect(parts).toEqual({
    contact: { conName: 'Ann', conAddress1: '1 Elm', conCity: 'Joplin', conState: 'MO', conZip: '64801' },
    property: { propertyName: 'Oak Hill', propertyNumber: '12-345' },
    managementCompany: { mgmtcoName: 'Cornerstone', mgmtcoZip: '65801' },
  })
})

test('LET-31 a record that is not found leaves its part out', async () => {
  const none = async () => null
  const parts = await loadLetterParts(
    { contactId: 1, projectId: 2, managementCompanyId: 3 },
    { contact: none, project: none, managementCompany: none },
  )
  expect(parts).toEqual({})
})

test('LET-31 if a lookup fails, the call rejects and the next lookups do not begin', async () => {
  const { notes, lookups } = buildRecordingLookups()
  const failing = { ...lookups, project: () => Promise.reject(new Error('offline')) }
  await expect(
    loadLetterParts({ contactId: 1, projectId: 2, managementCompanyId: 3 }, failing),
  ).rejects.toThrow('offline')
  expect(notes).toEqual(['contact 1', 'contact answered'])
})

test('LET-32 an empty contact and a company 0 are not looked up', async () => {
  expect(await loadStarts({ contactId: '', projectId: 5, managementCompanyId: 0 })).toEqual(['project 5'])
})

test.each([undefined, null, '', ' ', '0', 0, -1, '-4', 'abc', Number.NaN])(
  'LET-32 identifier %j is not looked up',
  async (id) => {
    expect(await loadStarts({ contactId: id, projectId: id, managementCompanyId: id })).toEqual([])
  },
)

test('LET-32 every identifier above 0 is looked up, as a number or as text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1 }), async (id) => {
      expect(await loadStarts({ contactId: String(id), projectId: id })).toEqual([
        `contact ${id}`,
        `project ${id}`,
      ])
    }),
  )
})
