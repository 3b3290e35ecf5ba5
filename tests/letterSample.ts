import type { LetterData, LetterOptions } from '#core/correspondence/letters/model/index.ts'

/** An image of one pixel. */
export const dotPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An image of a signature, 240 by 72 pixels and transparent around the ink. */
const signaturePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAPAAAABICAYAAADIzHiKAAAC+UlEQVR42u3duWEkMQwFUeWhDDYk5Z/HyFpTx4x44APPKFfq6UbxBMG3x+PxBiATLwEgMAACAyAwQGAABAZAYAAEBggMgMAACAwQ+Dzv/z4eX+HDAIUF/k5eMgONBCYyUFhgQ2sNGoIE/m0gdg7eV4QlNKIE/inYiUtkBAicLvIO8SaJrJEKmwN3+qCnBOsospFGU4ETeuNbgdch2E0VBghcuTeuEHDdphqr46ba9HCswNWC1bPsHa2k/pb2iRzpvV7ScD51mpHcGLXPhU4WKaGn6zDNSJv/nnrnrQS+IVTqinhSD5W6gDVG4FSJ0xeKUoaXHQTe9dxtW6jTe68Cas+8MH37iMAFg7bTPmv19QEChwh8UuLV+8+Cas9qbKf33FLgk6uLqyTudqiicmPZ7fAKgYsN6brkGVfcA9VQBgpcXeJO+bjVs+H0viEC3/hYK7YzOh3Tqyyv3pfASwKve1WQSmmDFq+CBa4qcbejbKsLCqQ36KnPP/JHvxKM3atdSJDJfP7xAv82KKcLfCM9lbyhAleTeEK9Kbnlmc8+du7wTKB2LeXyannfrt8/seEh8BMHzScJfLumV6q8BC4u8QSBKxRGIG+gwJVa4Wn1lm8HJXkJPLJczkqBq9QVIy6BrYw++Z4rlcIlbxOBSTxnnp9UFLDSc45PRZs6lK4WlFXfbfW1EAIPFLhiUCZ884rfncADV6SrX0kzYWqx6n8QeNi+cNXfULVm9V/usD5xx7PUtEESuwJmv3ynL2R3pnKIwFOvgEkTksBypGMX4Z491tlNRgJfTn4gcNbwtcOOAoGbC3zrOGACHRJyXvpIBM6QeOWFYqdlIu0GgW8dL6s+Mki7QDupZyPsJoGnVmeo0AtPH2pOFHXpEHp6cbPVZXfM+3B0EWt3cKQuDlUZrpKWwFdFrn6oP2nuKMgJfDRDaXfvYbgKAm8SubK8FlQwIpFj5Z7fziFxyt8FrmRiGX4CDVIpyQs0yoUmLTDgMAMAAgMEBkBgAAQG8J9PanCA4FkD27EAAAAASUVORK5CYII='

/** Options of the sample letter: text letterhead, layout A, dated November 5, 2026. */
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

/**
 * A letter of two pages: an address with accented letters, a table of 40 rows, a placeholder without a value,
 * and a signature.
 */
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
    Image: signaturePicture,
    Name: 'Zoë Ångström',
    Title: 'Asset Manager',
    Department: 'Asset Management',
    PhoneNumber: '(573) 555-0100',
    EndLine: 'cc: file',
  },
}
