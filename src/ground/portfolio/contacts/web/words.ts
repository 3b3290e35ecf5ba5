import { contactTypeLabels } from '#ground/platform/lookups/model/index.ts'
import { contactTypes } from '../model/rules.ts'

/** The label of a contact type. */
export const typeLabel = (contactTypeId: number): string => contactTypeLabels[contactTypeId] ?? 'Contact'

/** The labels of several contact types, separated by commas. */
export const typesLabel = (contactTypeIds: readonly number[]): string =>
  contactTypeIds.map(typeLabel).join(', ')

/** The options of a choice of contact types. */
export const typeOptions = (types: readonly number[] = contactTypes) =>
  types.map((type) => ({ value: type, label: typeLabel(type) }))
