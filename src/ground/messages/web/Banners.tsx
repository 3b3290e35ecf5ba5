import { useQuery } from '@tanstack/react-query'
import { RichText } from '#ui/form/RichText.tsx'
import { IconX } from '#ui/frame/icons.ts'
import { dismissHeaderMessage, getCurrentHeaderMessages } from '../model/calls.ts'
import { bannerQueryOf, useBannerSend } from './logged.ts'
import styles from './messages.module.css'

/** The agency's banners of today, above every screen; each can be put away, until it is changed. */
export function Banners() {
  const { data = [] } = useQuery(bannerQueryOf(getCurrentHeaderMessages, {}))
  const dismiss = useBannerSend(dismissHeaderMessage)
  const shown = data.filter((banner) => !banner.dismissed)
  return shown.map(({ messageId, message }, index) => (
    <section key={messageId} aria-label={`Message of the agency ${index + 1}`} className={styles.banner}>
      <RichText html={message} inline />
      <button
        type="button"
        aria-label={`Hide message ${index + 1}`}
        onClick={() => void dismiss({ params: { messageId } }).catch(() => undefined)}
        data-noprint
      >
        <IconX size={16} aria-hidden />
      </button>
    </section>
  ))
}
