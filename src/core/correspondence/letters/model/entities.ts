import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { choiceField, flag, id, longText, moment, ref, requiredText, text } from '#kernel/model/field.ts'
import { MAX_IMAGE_URL_LENGTH } from './image.ts'

/** A person who signs letters: the signature picture and the lines below it (LET-37). */
export const Signer = entity('Signer', {
  table: 'signer',
  key: 'signerId',
  label: 'Signer',
  fields: {
    signerId: id(),
    userId: ref('User', 'User'),
    image: longText('Signature picture', MAX_IMAGE_URL_LENGTH, 'PNG or JPEG, at most 200 KB.'),
    name: requiredText('Name', 100),
    title: text('Title', 100),
    department: text('Department', 100),
    phoneNumber: text('Phone', 30),
    endLine: text('Last line', 200),
    active: flag('Active'),
  },
})

/** The layouts of a letterhead (LET-05, LET-06). */
export const layouts = ['A', 'B'] as const

/** The letterhead of the agency's letters. A change adds a row, so that sent letters reprint unchanged. */
export const Letterhead = entity('Letterhead', {
  table: 'letterhead',
  key: 'letterheadId',
  label: 'Letterhead',
  fields: {
    letterheadId: id(),
    layout: choiceField('Layout', layouts),
    /** A data URL, printed 525 points wide (LET-04). Without it, name and address are printed as text. */
    banner: longText(
      'Banner',
      MAX_IMAGE_URL_LENGTH,
      'PNG or JPEG, at most 200 KB; without it the agency’s name and address.',
    ),
    signerId: ref('Signs where the decider has no signature block', 'Signer'),
    attached: flag('Decision letters go along with their mail as PDF'),
    createdBy: ref('Made by', 'User'),
    createdAt: moment('Made').unwrap(),
  },
  serverOnly: ['createdBy', 'createdAt'],
})

/** A sent letter with the data it was made from, so that it always reprints the same. */
export const Letter = entity('Letter', {
  table: 'letter',
  key: 'letterId',
  label: 'Letter',
  fields: {
    letterId: id(),
    /** Null if the letter is about a company and not about a property. */
    propertyId: ref('Property', 'Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    entity: requiredText('Kind of record', 60),
    rowId: id('Record'),
    kind: requiredText('Kind of letter', 60),
    title: requiredText('Title', 200),
    /** The `LetterData` of `letter.ts`. */
    data: z.record(z.string(), z.unknown()),
    createdBy: ref('Made by', 'User'),
    createdAt: moment('Made').unwrap(),
  },
  serverOnly: ['createdBy', 'createdAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
