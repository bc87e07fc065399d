import type { Texts } from './en.ts';

export const PT: Texts = {
  openHeading: 'Este link abre em [{app}|um app]',
  openText: 'Toque no botão para continuar.',
  openButton: 'Abrir [em {app}|o app]',
  getApp: 'Obter [{app}|o app]',
  getText: 'Este link abre em um app. Você pode obtê-lo na loja de apps.',
  getButton: 'Ir para a loja de apps',
  web: 'Continuar na web',
  inAppHint:
    'Você está no navegador interno de [{browser}|um app]. Se nada acontecer, abra o menu (⋯) e escolha “Abrir no navegador”.',
  blockedHint:
    '[{browser}|Este navegador] não permite que links abram outros apps. Abra o menu (⋯) e escolha “Abrir no navegador”.',
  probeHeading: 'Abrindo o link',
  probeText: 'Se esta página não continuar automaticamente, escolha uma opção.',
  notFoundHeading: 'Não encontramos este link',
  notFoundText:
    'O endereço pode estar incompleto. Letras maiúsculas e minúsculas são diferentes. Verifique o endereço ou pergunte a quem o enviou.',
  goneHeading: 'Este link não está mais disponível',
  goneText: 'Peça um novo link à pessoa que o enviou.',
  earlyHeading: 'Este link ainda não está disponível',
  earlyText:
    'Ele vai funcionar mais tarde. Tente novamente depois ou pergunte à pessoa que o enviou.',
  expiredHeading: 'Este link expirou',
  expiredText: 'Ele era válido apenas por tempo limitado. Peça um novo link à pessoa que o enviou.',
  noRouteHeading: 'Não disponível neste dispositivo',
  noRouteText:
    'Este link não abre neste dispositivo. Tente em outro dispositivo ou pergunte à pessoa que o enviou.',
  scanHeading: 'Abra este link no celular',
  scanText: 'Aponte a câmera do celular para este código ou digite nele o endereço abaixo.',
  scanTextWithoutCode: 'Digite este endereço no celular.',
  goHome: 'Ir para [{app}|o site]',
  unavailableHeading: 'Temporariamente indisponível',
  unavailableText: 'Não é possível abrir este link agora. Tente novamente em alguns segundos.',
  retry: 'Tentar novamente',
  requestId: 'ID da solicitação:',
  tooManyHeading: 'Aguarde um minuto',
  tooManyText:
    'Muitos links que não existem foram abertos a partir da sua rede. Aguarde um minuto e abra este link novamente.',
  methodHeading: 'Método não permitido',
  methodText: 'Este endereço aceita apenas GET e HEAD.',
};
