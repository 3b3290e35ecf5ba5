import type { z } from 'zod'
import { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { contentNames, submitFaults } from '../model/rules.ts'
import type { Detail } from './types.ts'

type Mask = { [Name in (typeof contentNames)[number]]: true }

/** What the company fills in: the shape alone, as a save asks for it. */
export const contentShape = ManagementCompanyAssetCertification.row.pick(
  Object.fromEntries(contentNames.map((name) => [name, true])) as Mask,
)
export type FormValues = z.infer<typeof contentShape> & { version: number }

/** What the form holds of an application. */
export const valuesOf = (detail: Detail): FormValues =>
  ({
    version: detail.version,
    ...Object.fromEntries(contentNames.map((name) => [name, detail[name]])),
  }) as FormValues

/** The strict rules of submit over the form's values, the same the server runs. `latest` answers the application as last known. */
export const strictSchema = (latest: () => Detail) =>
  contentShape.superRefine((values, check) => {
    const { documents, properties, today } = latest()
    const around = {
      today,
      documents: documents.map((file) => file.documentType ?? ''),
      properties: properties.map((one) => one.propertyId),
    }
    for (const { field, message } of submitFaults(values, around))
      check.addIssue({
        code: 'custom',
        path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        message,
      })
  })
