import { columns } from '#ui/table/DataTable.tsx'
import type { PeopleFilters } from '../model/calls.ts'
import type { UserLine } from '../model/entities.ts'
import { userStatusLabels } from '../model/rules.ts'
import { describeStanding, getUserPath, statusTones } from './words.ts'

const col = columns<UserLine, NonNullable<PeopleFilters['sortBy']>>()

const company = col.text('Company', (person) => person.managementCompanyName, {
  width: 200,
  served: 'managementCompanyName',
})

/** The columns of a list of people; `companies` adds the column of their company. */
export const createUserColumns = ({ companies }: { companies: boolean }) => [
  col.link(
    'Name',
    (person) => person.name,
    (person) => getUserPath(person.userId),
    { width: 170, served: 'name' },
  ),
  col.text('User name', (person) => person.userName, { width: 180, served: 'userName' }),
  col.text('Role', describeStanding, { width: 190, served: 'standing' }),
  ...(companies ? [company] : []),
  col.chip(
    'Status',
    (person) => userStatusLabels[person.status],
    (person) => statusTones[person.status] ?? 'gray',
    { width: 95, served: 'status' },
  ),
  col.number('Properties', (person) => person.propertyCount, { width: 95, served: 'propertyCount' }),
  col.moment('Last sign-in', (person) => person.lastSignIn, { width: 160, served: 'lastSignIn' }),
  col.text('E-mail', (person) => person.email, { width: 260, lesser: true, served: 'email' }),
  col.text('Phone', (person) => person.phone, { width: 140, lesser: true, served: 'phone' }),
  col.bool('Inspector', (person) => person.isInspector, { lesser: true, served: 'isInspector' }),
  col.text('Office', (person) => person.kcSl, { lesser: true, served: 'kcSl' }),
]
