import type { Texts } from './texts.ts';

export const PT: Texts = {
  openHeading: { named: 'Este link abre em {app}', plain: 'Este link abre em um app' },
  openText: 'Um toque e pronto.',
  openButton: { named: 'Abrir em {app}', plain: 'Abrir o app' },
  getApp: { named: 'Obter {app}', plain: 'Obter o app' },
  getText: 'Este link leva a um app. Ele está disponível na loja.',
  getButton: 'Ir para a loja',
  web: 'Continuar na web',
  inAppHint: {
    named:
      'Esta página está no navegador interno de {browser}. Se nada acontecer, abra o menu (⋯) e escolha “Abrir no navegador”.',
    plain:
      'Esta página está no navegador interno de um app. Se nada acontecer, abra o menu (⋯) e escolha “Abrir no navegador”.',
  },
  blockedHint: {
    named:
      '{browser} não permite que links abram outros apps. Abra o menu (⋯) e escolha “Abrir no navegador”.',
    plain:
      'Este navegador não permite que links abram outros apps. Abra o menu (⋯) e escolha “Abrir no navegador”.',
  },
  probeHeading: 'Quase lá',
  probeText: 'Se esta página não avançar sozinha, escolha como continuar.',
  notFoundHeading: 'Este link não leva a lugar nenhum',
  notFoundText:
    'Talvez uma letra tenha se perdido no caminho; maiúsculas e minúsculas fazem diferença. Verifique o endereço ou pergunte a quem o enviou.',
  goneHeading: 'Este link não está mais em uso',
  goneText: 'Quem o criou o desativou. Peça um novo à pessoa que o enviou.',
  noRouteHeading: 'Nada aqui para este dispositivo',
  noRouteText:
    'Este link não tem uma página para o dispositivo que você está usando. Tente em outro, por exemplo no seu celular.',
  goHome: { named: 'Ir para {app}', plain: 'Ir para o site' },
  unavailableHeading: 'Voltamos já',
  unavailableText: 'Não é possível abrir este link agora. Tente novamente em alguns segundos.',
  retry: 'Tentar novamente',
  tooManyHeading: 'Um momento, por favor',
  tooManyText:
    'Muitos links que não existem foram abertos a partir da sua rede. Espere um minuto e abra este de novo.',
  methodHeading: 'Este endereço é para ser aberto',
  methodText: 'Ele só responde a GET e HEAD.',
  homeHeading: 'O Smartlink está funcionando',
  homeText: 'Um endereço curto que leva cada visitante ao lugar certo.',
  homeButton: 'Testar a API',
};
