import type { LetterData } from '../model/letter.ts'

/** An invented letter that shows how letters look when printed. */
export const sampleLetter: LetterData = {
  contact: {
    conName: 'José Núñez',
    conAddress1: '200 Oak Avenue',
    conCity: 'Columbia',
    conState: 'MO',
    conZip: '65201',
  },
  property: { propertyName: 'Maple Grove Apartments', propertyNumber: '12-034' },
  requestNumber: 'R-141',
  body: [
    'Your request {{requestNumber}} for a disbursement from the replacement reserve account of {{propertyName}} is approved. The items and the amounts approved are listed below.',
    {
      columns: [
        { label: 'Description', field: 'description' },
        { label: 'Requested', field: 'requested', alignment: 'right' },
        { label: 'Approved', field: 'approved', alignment: 'right' },
      ],
      rows: [
        { description: 'Replace water heater', requested: '$1,250.50', approved: '$1,250.50' },
        { description: 'Repair roof over Building 4', requested: '$8,400.00', approved: '$8,000.00' },
      ],
    },
    { text: 'Amounts are paid by {{payDate}}.', style: 'comment' },
    'Please call with any questions.',
  ],
  signatureBlock: {
    Name: 'Zoë Ångström',
    Title: 'Asset Manager',
    Department: 'Asset Management',
    PhoneNumber: '(573) 555-0100',
    EndLine: 'cc: file',
  },
}
