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

const sinkLabels: Record<string, string> = {mail: label('邮件', 'Email'), webhook: label('消息', 'Message')}

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
  return `${name}: ${label(`已尝试 ${attempts} 次，会再试`, `tried ${attempts === 1 ? 'once' : `${attempts} times`}, will be tried again`)}${why}`
}

/** The message for an error, with a remedy. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof EnquiryApiError)) return reasonOf(error)
  const {status} = error
  if (status === 401)
    return label(
      '网站无法确认您的身份。请退出 Studio，再重新登录。',
      'The site cannot tell who you are. Sign out of the Studio, then sign in again.',
    )
  if (status === 403)
    return label('您的角色不能查看咨询。请联系管理员。', 'Your role may not read enquiries. Ask an administrator.')
  if (status === 'noTicket')
    return label(
      '咨询里有访客的个人信息，只给登录过的人看，而这个 Studio 还没有要求登录。请联系负责这台服务器的同事，为 Studio 设密码或建账户（做法见 docs/roles.md）。',
      'Enquiries hold visitors’ personal data, so only people who have signed in see them, and this Studio does not ask for a sign-in yet. Ask whoever runs the server to set a password or add accounts (docs/roles.md says how).',
    )
  if (status === 400)
    return label(
      '网站处理不了这次请求，什么也没有改。请刷新 Studio，再试一次。',
      'The site could not process this request, and nothing was changed. Reload the Studio and try again.',
    )
  if (status === 404) return label('这条咨询已经不在了。', 'This enquiry is no longer there.')
  if (status === 0)
    return label(
      '连不上网站的服务器。请检查网络，再试一次；一直连不上，请告诉管理员。',
      'The site’s server cannot be reached. Check your connection and try again; if that does not help, tell an administrator.',
    )
  return label('网站的服务器暂时不能回答，请稍后重试。', 'The site’s server cannot answer now. Try again in a while.')
}
