import { z } from 'zod'
import { RequestStatus } from '#kernel/model/status.ts'
import { ask } from '#kernel/web/api.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { refusePhoto } from '../model/calls.ts'
import { AHLPhoto, type Photo, refusalReasons } from '../model/entities.ts'
import type { Detail } from '../model/listings.ts'
import styles from './locator.module.css'
import { Refusal } from './Photos.tsx'
import { getLocatorWords, Picture } from './Picture.tsx'

const schema = z.object({ refusal: AHLPhoto.fields.refusal, refusalComment: AHLPhoto.fields.refusalComment })
const options = refusalReasons.map((reason) => ({ value: reason, label: reason }))

/** The photos of a filed listing. While it is submitted, the agency can refuse each one with a reason. */
export function Gallery({ detail, refresh }: PartProps<Detail>) {
  const { photos, statusId, propertyId } = detail
  const mayRefuse = useMay(refusePhoto, propertyId) && statusId === RequestStatus.SUBMITTED
  return (
    <section aria-label="Photos">
      <h2>Photos</h2>
      {photos.length === 0 && <p>There are no photos.</p>}
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <li key={photo.ahlPhotoId}>
            <figure className={styles.photo}>
              <Picture photo={photo} />
              <figcaption>
                {getLocatorWords(photo)}{' '}
                <span className={styles.quiet}>
                  {photo.width} × {photo.height}
                </span>
              </figcaption>
              <Refusal photo={photo} />
              {mayRefuse && <RefusePhoto photo={photo} refresh={refresh} />}
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RefusePhoto({ photo, refresh }: { photo: Photo; refresh: () => Promise<unknown> }) {
  return (
    <span className={styles.row}>
      <RecordDialog
        button={photo.refusal ? 'Change or lift the refusal' : 'Refuse'}
        of={getLocatorWords(photo)}
        title={`Refuse a photo: ${getLocatorWords(photo)}`}
        save="Store it"
        schema={schema}
        values={{ refusal: photo.refusal, refusalComment: photo.refusalComment }}
        send={async (body) => {
          await ask(refusePhoto, { body: { id: photo.ahlPhotoId, ...body } }, { quiet: true })
          await refresh()
        }}
        small
      >
        <Field name="refusal" options={options} help="Left empty, the photo is fine." />
        <Field name="refusalComment" />
      </RecordDialog>
    </span>
  )
}
