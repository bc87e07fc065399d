import type { Texts } from './en.ts';

export const KO: Texts = {
  openHeading: '이 링크는 [{app} 앱에서|앱에서] 열립니다',
  openText: '계속하려면 버튼을 누르세요.',
  openButton: '[{app} 앱에서|앱] 열기',
  getApp: '[{app} 앱|앱] 받기',
  getText: '이 링크는 앱에서 열립니다. 앱 스토어에서 받을 수 있습니다.',
  getButton: '앱 스토어로 이동',
  web: '웹에서 계속하기',
  inAppHint:
    '지금 [{browser}의|앱의] 내장 브라우저로 보고 있습니다. 아무 일도 일어나지 않으면 메뉴(⋯)에서 ‘브라우저로 열기’를 선택해 주세요.',
  blockedHint:
    '[{browser}에서는|이 브라우저에서는] 링크로 다른 앱을 열 수 없습니다. 메뉴(⋯)에서 ‘브라우저로 열기’를 선택해 주세요.',
  probeHeading: '링크를 여는 중입니다',
  probeText: '자동으로 계속되지 않으면 하나를 선택해 주세요.',
  notFoundHeading: '링크를 찾을 수 없습니다',
  notFoundText:
    '주소가 완전하지 않을 수 있습니다. 대문자와 소문자를 구분합니다. 주소를 확인하거나 보낸 분에게 문의해 주세요.',
  goneHeading: '더 이상 사용할 수 없는 링크입니다',
  goneText: '보낸 분에게 새 링크를 요청해 주세요.',
  earlyHeading: '아직 사용할 수 없는 링크입니다',
  earlyText: '나중에 사용할 수 있습니다. 그때 다시 시도하거나 보낸 분에게 문의해 주세요.',
  expiredHeading: '만료된 링크입니다',
  expiredText: '정해진 기간에만 사용할 수 있는 링크였습니다. 보낸 분에게 새 링크를 요청해 주세요.',
  noRouteHeading: '이 기기에서는 사용할 수 없습니다',
  noRouteText:
    '이 기기에서는 이 링크를 열 수 없습니다. 다른 기기에서 열어 보거나 보낸 분에게 문의해 주세요.',
  scanHeading: '휴대전화에서 이 링크를 열어 주세요',
  scanText: '휴대전화 카메라로 이 코드를 비추거나 아래 주소를 입력해 주세요.',
  scanTextWithoutCode: '휴대전화에서 이 주소를 입력해 주세요.',
  goHome: '[{app}(으)로|웹사이트로] 이동',
  unavailableHeading: '일시적으로 사용할 수 없습니다',
  unavailableText: '지금은 이 링크를 열 수 없습니다. 몇 초 후에 다시 시도해 주세요.',
  retry: '다시 시도',
  requestId: '요청 ID:',
  tooManyHeading: '1분만 기다려 주세요',
  tooManyText:
    '사용 중인 네트워크에서 존재하지 않는 링크가 여러 번 열렸습니다. 1분 정도 기다린 뒤 다시 열어 주세요.',
  methodHeading: '허용되지 않는 메서드입니다',
  methodText: '이 주소는 GET과 HEAD만 지원합니다.',
};
