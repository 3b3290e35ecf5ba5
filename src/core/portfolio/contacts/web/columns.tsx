import { formatPhone } from '#kernel/model/formats.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { ContactLine } from './types.ts'
import { getTypeLabel } from './words.ts'

const contact = columns<ContactLine>()

/** The columns of a table of contacts. */
export const contactColumns = [
  contact.text('Contact', (line) => line.name, { width: 200 }),
  contact.text('Type', (line) => getTypeLabel(line.contactTypeId), { width: 160 }),
  contact.text('Title', (line) => line.title, { width: 150, lesser: true }),
  contact.text('Company', (line) => line.company, { width: 220, lesser: true }),
  contact.text('Phone', (line) => formatPhone(line.phone), { width: 140 }),
  contact.text('E-mail', (line) => line.email, { width: 250 }),
  contact.number('Properties', (line) => line.properties, { width: 100 }),
]
