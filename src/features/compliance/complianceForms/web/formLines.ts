import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import { ProjectExhibit } from '../model/entities.ts'
import type { FormDetail } from '../model/forms.ts'

/** Converts the answers to the statements to form values. A statement without an answer gets an empty one. */
export const formLines = {
  shape: { answers: ProjectExhibit.fields.answers },
  valuesOf: ({ exhibit, answers }) => ({
    answers: exhibit.questions.map(
      ({ key }) => answers.find((answer) => answer.key === key) ?? { key, holds: null, explanation: null },
    ),
  }),
  sent: () => ({}),
} satisfies FormLines<FormDetail>

/** Converts the reviewer's comments on documents to form values and back. Empty comments are not sent. */
export const reviewLines = {
  shape: {
    fileComments: z
      .array(
        z.object({
          fileId: z.int(),
          comment: z.string().max(1000).nullable().meta({ label: 'Comment', kind: 'text' }),
        }),
      )
      .meta({ label: 'Comments on documents', noun: 'Document' }),
  },
  valuesOf: ({ files, fileComments }) => ({
    fileComments: files.map(({ fileId }) => ({
      fileId,
      comment: fileComments?.find((fileComment) => fileComment.fileId === fileId)?.comment ?? null,
    })),
  }),
  sent: ({ fileComments }) => ({
    fileComments: (fileComments as { fileId: number; comment: string | null }[]).filter((fileComment) =>
      fileComment.comment?.trim(),
    ),
  }),
} satisfies FormLines<FormDetail>
