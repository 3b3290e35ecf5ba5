import { Button, FileButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { uploadFiles } from '#core/platform/files/model/index.ts'
import { createUploadForm, loadFile } from '#core/platform/files/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { LONGEST_SIDE, smallerPicture } from '#ui/form/smallerPicture.ts'
import type { InspectionDetail, InspectionFindingLine } from '../model/calls.ts'
import styles from './inspections.module.css'
import { useWrite } from './useWrite.ts'

type Props = { inspection: InspectionDetail; line: InspectionFindingLine; adds: boolean; acts: boolean }

/**
 * The photos of a finding before and after the repair. The agency adds both kinds, the owner only those after
 * it.
 */
export function Photos({ inspection, line, adds, acts }: Props) {
  return (
    <div className={styles.photos}>
      <PhotoRow title="Before" ids={line.photosBefore}>
        {adds && acts && <AddPhoto type="Photo before" inspection={inspection} line={line} />}
      </PhotoRow>
      <PhotoRow title="After" ids={line.photosAfter}>
        {adds && <AddPhoto type="Photo after" inspection={inspection} line={line} />}
      </PhotoRow>
    </div>
  )
}

const PhotoRow = ({
  title,
  ids,
  children,
}: {
  title: string
  ids: readonly number[]
  children: React.ReactNode
}) => (
  <figure>
    <div>
      {ids.map((id, index) => (
        <Photo key={id} id={id} alt={`${title}, photo ${index + 1}`} />
      ))}
      {children}
    </div>
    <figcaption>{title}</figcaption>
  </figure>
)

/** A stored photo, loaded when it is rendered. */
export function Photo({ id, alt }: { id: number; alt: string }) {
  const { data, isError } = useQuery({ queryKey: ['files', 'photo', id], queryFn: () => loadFile({ id }) })
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  if (isError) return <span>Photo not readable</span>
  return address ? <img src={address} alt={alt} /> : <span aria-hidden className={styles.blank} />
}

function AddPhoto({ type, inspection, line }: Pick<Props, 'inspection' | 'line'> & { type: string }) {
  const write = useWrite()
  const { complianceInspectionId: moduleId, propertyId } = inspection
  const subject = { moduleName: 'ComplianceInspection', moduleId, propertyId, documentType: type }
  const part = { subModuleName: 'InspectionFinding', subModuleId: line.inspectionFindingId }
  const send = (file: File | null) => {
    if (!file) return
    void smallerPicture(file, LONGEST_SIDE)
      .then((photo) =>
        write(uploadFiles, { body: createUploadForm({ ...subject, ...part }, photo) }, 'The photo is added.'),
      )
      .catch((error: Error) => notify(error.message, { kind: 'warning' }))
  }
  return (
    <FileButton onChange={send} accept="image/jpeg,image/png" capture="environment">
      {(props) => (
        <Button
          {...props}
          variant="default"
          aria-label={`Add photo… ${type.replace('Photo ', '')}, finding ${line.number}`}
        >
          Add photo…
        </Button>
      )}
    </FileButton>
  )
}
