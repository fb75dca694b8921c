import type {Delivery, EnquiryStatus} from '../../enquiries/enquiry.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {reasonOf} from '../lake/reasonOf.ts'
import {EnquiryApiError} from './enquiriesApi.ts'

export const statusLabels: Record<EnquiryStatus, string> = {
  new: label('新收到', 'New'),
  inProgress: label('处理中', 'In progress'),
  done: label('已完成', 'Done'),
  spam: label('垃圾信息', 'Spam'),
}

export const statusTones = {new: 'primary', inProgress: 'caution', done: 'positive', spam: 'neutral'} as const

const sinkLabels: Record<string, string> = {mail: label('邮件', 'Mail'), webhook: label('消息', 'Webhook')}

/** The state of a delivery. */
export function deliveryLabel({sink, state, attempts, problem, isPartial}: Delivery): string {
  const name = sinkLabels[sink] ?? sink
  const why = problem ? ` (${problem})` : ''
  if (isPartial) {
    const next = {
      waiting: label('，会再试', '; will be tried again'),
      dead: label('，已停止尝试', '; given up'),
      delivered: '',
    }[state]
    return `${name}: ${label('已送达，但有收件人没有收到', 'delivered, but not to all recipients')}${next}${why}`
  }
  if (state === 'delivered') return `${name}: ${label('已送达', 'delivered')}`
  if (state === 'dead') return `${name}: ${label('没有送达，已停止尝试', 'not delivered, given up')}${why}`
  if (attempts === 0) return `${name}: ${label('等待发送', 'about to be sent')}`
  return `${name}: ${label(`已尝试 ${attempts} 次，会再试`, `tried ${attempts} times, will be tried again`)}${why}`
}

/** The message for an error, with a remedy. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof EnquiryApiError)) return reasonOf(error)
  const {status} = error
  if (status === 401)
    return label(
      '网站不认识您的登录。请退出后重新登录 Studio。',
      'The site does not know your sign-in. Sign out of the Studio and in again.',
    )
  if (status === 403)
    return label('您的角色不能查看咨询。请联系管理员。', 'Your role may not read enquiries. Ask an administrator.')
  if (status === 'noTicket')
    return label(
      '内容库没有设密码，无法确认您是谁，所以不显示咨询。请先设密码（npx embedded-content-lake --dir .data/lake --set-password），或为每个人建账户，然后重新启动。',
      'The content lake has no password and cannot tell who you are, so enquiries stay closed. Set one (npx embedded-content-lake --dir .data/lake --set-password), or name people, then start again.',
    )
  if (status === 400)
    return label(
      '网站没有看懂这次请求，什么也没有改。请重新加载 Studio，再试一次。',
      'The site does not understand this request, and nothing was changed. Reload the Studio and try again.',
    )
  if (status === 404) return label('这条咨询已经不在了。', 'This enquiry is no longer there.')
  if (status === 0)
    return label(
      '连不上网站的服务器。请确认网站在运行，然后重试。',
      'The site’s server cannot be reached. See that the site runs, then try again.',
    )
  return label('网站的服务器暂时不能回答，请稍后重试。', 'The site’s server cannot answer now. Try again in a while.')
}
