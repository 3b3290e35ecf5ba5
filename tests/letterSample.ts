import type { LetterData, LetterOptions } from '#modules/letters/model/index.ts'

/** A picture one point wide and high. */
export const dotPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What surrounds the sample letter: text letterhead, layout A, November 5, 2026. */
export const sampleOptions: LetterOptions = {
  layout: 'A',
  agency: {
    shortName: 'MHDC',
    name: 'State Housing Agency',
    addressLines: ['920 Main Street, Suite 1400', 'Kansas City, MO 64105', '(816) 555-0100'],
  },
  today: '2026-11-05',
  title: 'Replacement reserve approval',
}

/** A letter of two pages: an address with accents, a table of 40 rows, a placeholder without a value, a signature. */
export const sampleLetter: LetterData = {
  managementCompany: {
    mgmtcoName: 'Cornerstone Management',
    mgmtcoAddress: '100 Main St',
    mgmtcoCity: 'Springfield',
    mgmtcoState: 'MO',
    mgmtcoZip: '65801',
  },
  contact: {
    conName: 'José Núñez-Łukasiewicz',
    conAddress1: '200 Oak Ave',
    conAddress2: 'Suite 5',
    conCity: 'Joplin',
    conState: 'MO',
    conZip: '64801',
  },
  property: { propertyName: 'Maple Manor', propertyNumber: '10-023' },
  requestNumber: 'R-141',
  body: [
    'Your request {{requestNumber}} for a disbursement from the replacement reserve account of {{propertyName}} is approved. The items and the amounts approved are listed below.',
    {
      columns: [
        { label: 'Description', field: 'description' },
        { label: 'Invoice', field: 'invoice' },
        { label: 'Requested', field: 'requested', alignment: 'right' },
        { label: 'Approved', field: 'approved', alignment: 'right' },
      ],
      rows: Array.from({ length: 40 }, (_, index) => ({
        description: `Replace water heater, unit ${index + 1}`,
        invoice: `INV-${1000 + index}`,
        requested: '$1,250.50',
        approved: '$1,200.00',
      })),
    },
    { text: 'Approved amounts are paid by {{payDate}}.', style: 'comment' },
    'Please call with any questions.',
  ],
  signatureBlock: {
    Image: dotPicture,
    Name: 'Zoë Ångström',
    Title: 'Asset Manager',
    Department: 'Asset Management',
    PhoneNumber: '(573) 555-0100',
    EndLine: 'cc: file',
  },
}
