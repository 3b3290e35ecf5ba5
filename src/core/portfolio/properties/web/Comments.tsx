import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { requiredText } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import {
  createProjectComment,
  deleteProjectComment,
  getProjectComments,
  updateProjectComment,
} from '../model/contentCalls.ts'
import { PropertyComment } from '../model/entities.ts'
import styles from './property.module.css'
import { RecordDialog } from './RecordDialog.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { useWrite } from './useWrite.ts'

type Comment = Answer<typeof getProjectComments>[number]

const schema = z.object({
  comment: requiredText('Comment', 4000),
  internalToAgency: PropertyComment.fields.internalToAgency,
})

const Field = getField(schema)

const blank = { comment: '', internalToAgency: true }

/** The comments on a property, newest first. Only the agency sees internal ones. */
export function Comments({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const comments = useCall(getProjectComments, { params: { propertyId } })
  return (
    <div className={styles.panel}>
      {editable && (
        <div>
          <CommentDialog propertyId={propertyId} />
        </div>
      )}
      {comments.length === 0 && <EmptyState title="No comments yet." />}
      <ul className={styles.comments}>
        {comments.map((comment) => (
          <li key={comment.propertyCommentId} className={styles.comment}>
            <div className={styles.by}>
              <span>
                {comment.createdByName ?? 'The system'} · {formatDate(comment.createdAt, 'MM/DD/YYYY h:mm A')}
              </span>
              {comment.internalToAgency && <Chip color="yellow">Internal to the agency</Chip>}
              {editable && <CommentButtons comment={comment} />}
            </div>
            <p>{comment.comment}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CommentButtons({ comment }: { comment: Comment }) {
  const write = useWrite()
  const commentLabel = `comment of ${formatDate(comment.createdAt, 'MM/DD/YYYY h:mm A')}`
  const { propertyCommentId, propertyId } = comment
  return (
    <span>
      <CommentDialog propertyId={propertyId} comment={comment} of={commentLabel} />
      <RemoveButton
        of={commentLabel}
        title="Remove this comment?"
        text="It is shown no more; the history keeps that it was there."
        remove={() =>
          write(deleteProjectComment, { params: { id: propertyCommentId } }, 'The comment is removed.')
        }
      />
    </span>
  )
}

function CommentDialog({ propertyId, comment, of }: { propertyId: number; comment?: Comment; of?: string }) {
  const write = useWrite()
  const send = (values: z.infer<typeof schema>) =>
    comment
      ? write(
          updateProjectComment,
          { body: { propertyCommentId: comment.propertyCommentId, ...values } },
          'The comment is saved.',
        )
      : write(createProjectComment, { body: { propertyId, ...values } }, 'The comment is added.')
  return (
    <RecordDialog
      button={comment ? 'Edit' : 'Add comment'}
      {...(of ? { of, small: true } : {})}
      title={comment ? 'Comment' : 'New comment'}
      save="Save comment"
      schema={schema}
      values={comment ?? blank}
      send={send}
    >
      <Field name="comment" kind="longText" rows={5} />
      <Field name="internalToAgency" words="Internal: companies never see it" />
    </RecordDialog>
  )
}
