import { useQuery } from '@tanstack/react-query'
import { openDocument } from '#core/platform/files/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { getRejectionComments, getReviewRows } from '../model/calls.ts'
import type { FormDetail } from '../model/forms.ts'
import styles from './complianceForms.module.css'

const formatMoment = (value: string): string => formatDate(value, 'MM/DD/YYYY h:mm A')

/**
 * The documents of a form by slot, all versions of each with the agency's comments, and the reasons for
 * earlier rejections.
 */
export function DocumentVersions({ detail }: { detail: FormDetail }) {
  const { projectExhibitId } = detail
  const { data: rows = [] } = useQuery(buildCallQuery(getReviewRows, { params: { projectExhibitId } }))
  const { data: rejections = [] } = useQuery(
    buildCallQuery(getRejectionComments, { body: { projectExhibitId } }),
  )
  return (
    <>
      <section aria-label="Documents by place">
        <h2>Documents by place</h2>
        {rows.map(({ slot, files, missing }) => (
          <div key={slot}>
            <h3>{slot}</h3>
            {missing && <p className={styles.fault}>Missing.</p>}
            <ul className={styles.versions}>
              {files.map((file) => (
                <li key={file.fileId}>
                  <LinkButton data-print onClick={() => void openDocument(file)}>
                    {file.fileName}
                  </LinkButton>{' '}
                  <span className={styles.quiet}>
                    {formatMoment(file.createdAt)}
                    {file.replacedById === null ? '' : ', an earlier version'}
                  </span>
                  {file.comment && <span className={styles.comment}> {file.comment}</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      {rejections.length > 0 && (
        <section aria-label="Rejections">
          <h2>Rejections</h2>
          <ul className={styles.versions}>
            {rejections.map(({ at, byName, reason, files }) => (
              <li key={at}>
                {formatMoment(at)}, {byName}: {reason}
                {files.map((file) => (
                  <p key={file.fileId} className={styles.comment}>
                    {file.fileName}: {file.comment}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
