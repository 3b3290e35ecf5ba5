import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { downloadPdf, LetterDialog, printPdf } from '#ground/correspondence/letters/web/index.ts'
import { getAgency } from '#ground/platform/lookups/model/index.ts'
import { agencyDay, formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { IconDownload, IconPrinter } from '#ui/frame/icons.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import type { Detail } from '../model/applications.ts'
import {
  type Certificate,
  certificateDefinition,
  certificateText,
  getDecisionDocument,
} from '../model/certificate.ts'
import styles from './certification.module.css'

/** The document of the decision: the certificate, or the letter of a rejection. */
export function DecisionPaper({ detail }: { detail: Detail }) {
  const agency = useCall(getAgency, {})
  const [isOpened, setIsOpened] = useState(false)
  const paper = getDecisionDocument(detail.decisionDocument)
  if (!paper) return null
  const close = () => setIsOpened(false)
  const day = agencyDay(detail.decided ?? detail.createdAt ?? '')
  const name = paper.kind === 'certificate' ? 'Certificate' : 'Letter of rejection'
  return (
    <section aria-label="Decision letter">
      <Button variant="default" onClick={() => setIsOpened(true)} aria-haspopup="dialog">
        {name}, {formatDate(day, 'MM/DD/YYYY')}
      </Button>
      {paper.kind === 'certificate' ? (
        <CertificateDialog certificate={paper} agencyName={agency.name} opened={isOpened} onClose={close} />
      ) : (
        <LetterDialog
          opened={isOpened}
          onClose={close}
          letter={paper.letter}
          fileName={`${detail.requestNumber} rejection.pdf`}
          options={{
            agency: { shortName: agency.shortName, name: agency.name, addressLines: agency.addressLines },
            today: day,
            title: `Rejection of certification application ${detail.requestNumber}`,
          }}
        />
      )}
    </section>
  )
}

type Dialog = { certificate: Certificate; agencyName: string; opened: boolean; onClose: () => void }

function CertificateDialog({ certificate, agencyName, opened, onClose }: Dialog) {
  const [fault, setFault] = useState<string | null>(null)
  const make = async (work: (page: Window | null) => Promise<void>, page: Window | null) => {
    setFault(null)
    try {
      await work(page)
    } catch {
      page?.close()
      setFault('The PDF could not be made. Check your connection and try again.')
    }
  }
  const definition = () => certificateDefinition(certificate, agencyName)
  const download = () =>
    void make(() => downloadPdf(definition(), `Certificate ${certificate.number}.pdf`), null)
  const print = () => {
    // Opened within the click: a page opened after the PDF is made would be blocked as a pop-up.
    const page = window.open('', '_blank')
    if (page) void make(() => printPdf(definition(), page), page)
    else
      setFault('The browser blocked the page for printing. Allow pop-ups for this site, or download the PDF.')
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Certificate ${certificate.number}`} size={880}>
      <Group gap="sm">
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={download} data-autofocus>
          Download PDF
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          Print
        </Button>
      </Group>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <Preview certificate={certificate} agencyName={agencyName} />
    </Modal>
  )
}

function Preview({ certificate, agencyName }: Pick<Dialog, 'certificate' | 'agencyName'>) {
  const text = certificateText(certificate, agencyName)
  return (
    <article className={styles.certificate} aria-label="Certificate">
      <p className={styles.grey}>{text.agency}</p>
      <p className={styles.title}>{text.title}</p>
      <p>{text.opening}</p>
      <p className={styles.name}>{text.company}</p>
      <p className={styles.grey}>{text.place}</p>
      <p>{text.body}</p>
      <p>
        <strong>{text.term}</strong>
      </p>
      {certificate.signature?.Image && <img src={certificate.signature.Image} alt="Signature" />}
      <p className={styles.signer}>{text.signer.join(', ')}</p>
      <p className={styles.grey}>{text.given}</p>
    </article>
  )
}
