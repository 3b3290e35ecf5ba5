import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ask } from '#kernel/web/api.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { refusePhotoCall } from '../model/calls.ts'
import { AHLPhoto, type Photo, refusalReasons } from '../model/entities.ts'
import type { ListingDetail } from '../model/listings.ts'
import styles from './locator.module.css'
import { Refusal } from './Photos.tsx'
import { describePhoto, Picture } from './Picture.tsx'

const schema = z.object({ refusal: AHLPhoto.fields.refusal, refusalComment: AHLPhoto.fields.refusalComment })

const Field = getField(schema)

const options = refusalReasons.map((reason) => ({ value: reason, label: reason }))

/** The photos of a filed listing. While it is submitted, the agency can refuse each one with a reason. */
export function Gallery({ detail, refresh }: PartProps<ListingDetail>) {
  const { photos, statusId, propertyId } = detail
  const mayRefuse = useMay(refusePhotoCall, propertyId) && statusId === RequestStatus.SUBMITTED
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
                {describePhoto(photo)}{' '}
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
        of={describePhoto(photo)}
        title={`Refuse a photo: ${describePhoto(photo)}`}
        save="Store it"
        schema={schema}
        values={{ refusal: photo.refusal, refusalComment: photo.refusalComment }}
        send={async (body) => {
          await ask(refusePhotoCall, { body: { id: photo.ahlPhotoId, ...body } }, { quiet: true })
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
