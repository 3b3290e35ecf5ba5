import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupPeople, isSamePerson, type Person } from './samePerson.ts'

const person = (name: string | null, email: string | null = null, phone: string | null = null): Person => ({
  name,
  email,
  phone,
})

test.each<[string, Person, Person, boolean]>([
  [
    'same name and address',
    person('Regional Manager', 'rm@one.example'),
    person('regional  manager', 'RM@one.example '),
    true,
  ],
  [
    'a shared address under two names',
    person('Front Desk', 'office@one.example'),
    person('Manager', 'office@one.example'),
    false,
  ],
  [
    'the same name at two addresses',
    person('Manager', 'a@one.example'),
    person('Manager', 'b@one.example'),
    false,
  ],
  [
    'one without address, same phone',
    person('Manager', 'a@one.example', '(573) 555-0100'),
    person('Manager', null, '1-573-555-0100'),
    true,
  ],
  [
    'one without address, another phone',
    person('Manager', 'a@one.example', '573-555-0100'),
    person('Manager', null, '573-555-0101'),
    false,
  ],
  ['a name alone', person('Manager'), person('Manager'), false],
  ['no name', person(null, 'a@one.example'), person('', 'a@one.example'), false],
])('%s', (_, person, other, isSame) => {
  expect(isSamePerson(person, other)).toBe(isSame)
  expect(isSamePerson(other, person)).toBe(isSame)
})

const people = fc.array(
  fc.record({
    name: fc.constantFrom('Manager', 'manager', 'Agent', '', null),
    email: fc.constantFrom('a@one.example', 'A@one.example', 'b@one.example', '', null),
    phone: fc.constantFrom('573-555-0100', '(573) 555-0100', '573-555-0199', '', null),
  }),
  { maxLength: 14 },
)

test('the members of a group share a name and at most one e-mail address, and no contact is in two groups', () => {
  fc.assert(
    fc.property(people, (contacts) => {
      const numbered = contacts.map((item, id) => ({ ...item, id }))
      const groups = groupPeople(numbered)
      const members = groups.flat().map((group) => group.id)
      expect(new Set(members).size).toBe(members.length)
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(1)
        expect(new Set(group.map((item) => item.name?.toLowerCase())).size).toBe(1)
        expect(
          new Set(group.flatMap((item) => (item.email ? [item.email.toLowerCase()] : []))).size,
        ).toBeLessThan(2)
      }
    }),
  )
})

test('two contacts with the same name and e-mail address are always in the same group', () => {
  fc.assert(
    fc.property(people, (contacts) => {
      const twins = [person('Twin', 'twin@one.example'), person('TWIN', 'Twin@one.example')]
      const groups = groupPeople([twins[0]!, ...contacts, twins[1]!])
      expect(groups.some((group) => group.includes(twins[0]!) && group.includes(twins[1]!))).toBe(true)
    }),
  )
})

test('a contact without e-mail joins the one person with its name and phone, and none if two persons match', () => {
  const withoutEmail = person('Manager', null, '573-555-0100')
  const [a, b] = [
    person('Manager', 'a@one.example', '573-555-0100'),
    person('Manager', 'b@one.example', '573-555-0100'),
  ]
  expect(groupPeople([a!, withoutEmail])).toEqual([[a, withoutEmail]])
  expect(groupPeople([a!, b!, withoutEmail])).toEqual([])
})
